package dev.tenon.guard;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.misbehaving.AllPolicies;
import dev.tenon.http.embedded.TenonHttpServer;
import java.net.URI;
import java.nio.file.Path;

/**
 * A guard process for an upstream address, with all policies and the audit, with its files in a directory. It prints
 * its own address and runs until it is killed.
 */
public final class AuditedGuardProgram {
    private AuditedGuardProgram() {}

    public static void main(String[] args) throws Exception {
        AllPolicies policies = new AllPolicies(Path.of(args[0]));
        Guard guard = policies.applyTo(
                        Guard.builder(ServerTarget.http(URI.create(args[1]))).upstreamName("behind"))
                .build();
        TenonHttpServer http = TenonHttpServer.builder(guard.server()).port(0).start();
        System.out.println(http.uri());
        System.out.flush();
        System.in.read();
        Runtime.getRuntime().halt(1);
    }
}
