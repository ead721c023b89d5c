package dev.tenon.guard;

import dev.tenon.client.Target;
import dev.tenon.guard.hostile.EverythingOn;
import dev.tenon.http.embedded.TenonHttp;
import java.net.URI;
import java.nio.file.Path;

/**
 * A process with a guard before the server at an address, with every policy and the audit on, its files in a folder. It prints its own
 * address and runs until it is killed.
 */
public final class CrashedGuard {
    private CrashedGuard() {}

    public static void main(String[] args) throws Exception {
        EverythingOn strict = new EverythingOn(Path.of(args[0]));
        Guard guard = strict.on(Guard.before(Target.http(URI.create(args[1]))).name("behind"))
                .build();
        TenonHttp http = TenonHttp.serving(guard.server()).port(0).start();
        System.out.println(http.uri());
        System.out.flush();
        System.in.read();
        Runtime.getRuntime().halt(1);
    }
}
