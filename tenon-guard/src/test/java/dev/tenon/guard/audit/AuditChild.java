package dev.tenon.guard.audit;

import java.nio.file.Path;

/** A process that writes an audit until it is killed, and says of each call that it is answered only once its line is written. */
public final class AuditChild {
    private AuditChild() {}

    public static void main(String[] args) throws Exception {
        AuditSettings settings = new AuditSettings(Path.of(args[0]), Long.parseLong(args[1]), 100_000, true, false);
        AuditLog log = AuditLog.open(settings);
        for (int i = 1; ; i++) {
            if (!log.ready()) {
                say("not ready");
                Thread.sleep(50);
                continue;
            }
            try {
                Entries.append(log, Entries.of(args[2] + "-" + i));
                say("answered " + args[2] + "-" + i);
            } catch (AuditException e) {
                say("refused");
            }
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
        if (System.out.checkError()) {
            Runtime.getRuntime().halt(1);
        }
    }
}
