package dev.tenon.guard;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.hostile.EverythingOn;
import dev.tenon.http.embedded.TenonHttpServer;
import java.net.URI;
import java.nio.file.Path;

/**
 * A process with a guard before the server at an address, with every policy and the audit on, its files in a folder. It
 * prints its own address and runs until it is killed.
 */
public final class CrashedGuard {
    private CrashedGuard() {}

    public static void main(String[] args) throws Exception {
        EverythingOn strict = new EverythingOn(Path.of(args[0]));
        Guard guard = strict.on(
                        Guard.builder(ServerTarget.http(URI.create(args[1]))).name("behind"))
                .build();
        TenonHttpServer http = TenonHttpServer.builder(guard.server()).port(0).start();
        System.out.println(http.uri());
        System.out.flush();
        System.in.read();
        Runtime.getRuntime().halt(1);
    }
}
