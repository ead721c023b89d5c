package dev.tenon.guard;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.misbehaving.EverythingOn;
import dev.tenon.http.embedded.TenonHttpServer;
import java.net.URI;
import java.nio.file.Path;

/**
 * A guard process for an upstream address, with all policies and the audit, whose files are in a directory. It prints
 * its own address and runs until it is killed.
 */
public final class CrashedGuard {
    private CrashedGuard() {}

    public static void main(String[] args) throws Exception {
        EverythingOn strict = new EverythingOn(Path.of(args[0]));
        Guard guard = strict.on(
                        Guard.builder(ServerTarget.http(URI.create(args[1]))).upstreamName("behind"))
                .build();
        TenonHttpServer http = TenonHttpServer.builder(guard.server()).port(0).start();
        System.out.println(http.uri());
        System.out.flush();
        System.in.read();
        Runtime.getRuntime().halt(1);
    }
}
