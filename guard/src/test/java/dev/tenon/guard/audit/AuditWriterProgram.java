package dev.tenon.guard.audit;

import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A program whose threads write an audit until it is killed, and print each call after its line was written. */
public final class AuditWriterProgram {
    private static final int THREADS = 4;

    private AuditWriterProgram() {}

    public static void main(String[] args) {
        AuditSettings settings = new AuditSettings(
                Path.of(args[0]), Long.parseLong(args[1]), 100_000, Boolean.parseBoolean(args[3]), false);
        AuditLog log = AuditLog.open(settings);
        for (int t = 0; t < THREADS; t++) {
            String name = args[2] + "-" + t + "-";
            new Thread(() -> write(log, name)).start();
        }
    }

    private static void write(AuditLog log, String name) {
        for (int i = 1; ; i++) {
            try {
                AuditEntries.recordCall(log, name + i);
                printLine("answered " + name + i);
            } catch (AuditException e) {
                printLine(log.canStartCalls() ? "refused" : "not ready");
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private static void printLine(String line) {
        System.out.println(line);
        System.out.flush();
        if (System.out.checkError()) {
            Runtime.getRuntime().halt(1);
        }
    }
}
