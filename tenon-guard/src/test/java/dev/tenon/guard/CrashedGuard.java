package dev.tenon.guard;

import dev.tenon.client.Target;
import dev.tenon.guard.audit.AuditContent;
import dev.tenon.guard.audit.AuditLog;
import dev.tenon.guard.audit.AuditObserver;
import dev.tenon.guard.audit.AuditSettings;
import dev.tenon.http.embedded.TenonHttp;
import java.net.URI;
import java.nio.file.Path;

/** A process with an audited guard before the server at an address, which prints its own address and runs until it is killed. */
public final class CrashedGuard {
    private CrashedGuard() {}

    public static void main(String[] args) throws Exception {
        AuditSettings settings = new AuditSettings(Path.of(args[0]), 200_000, 10_000, true, false);
        AuditObserver audit =
                new AuditObserver(AuditLog.open(settings), AuditContent.redacted(), AuditContent.redacted());
        Guard guard = Guard.before(Target.http(URI.create(args[1])))
                .name("behind")
                .observers(audit)
                .build();
        TenonHttp http = TenonHttp.serving(guard.server()).port(0).start();
        System.out.println(http.uri());
        System.out.flush();
        System.in.read();
        Runtime.getRuntime().halt(1);
    }
}
