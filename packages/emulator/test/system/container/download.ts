// What the tests in an engine need of Debian, before they run: it comes over the network, beside other work.
import { debianArchive } from './base-image.ts';
import { unpackPackages } from './unpack-packages.ts';

await debianArchive(await unpackPackages());
