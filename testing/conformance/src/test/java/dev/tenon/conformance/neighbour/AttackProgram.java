package dev.tenon.conformance.neighbour;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Attacks a server until standard input ends. Arguments: the name of an {@link AttackKind}, the port, the maximum
 * duration in seconds, and the folder of the server. Prints {@code begun} and finally the result.
 */
final class AttackProgram {
    private AttackProgram() {}

    public static void main(String[] arguments) throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Thread input = new Thread(() -> awaitEnd(ended));
        input.setDaemon(true);
        input.start();
        try (Attack attack = AttackKind.valueOf(arguments[0]).attack(Path.of(arguments[3]))) {
            attack.start(Integer.parseInt(arguments[1]));
            System.out.println("begun");
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[2]));
            while (System.nanoTime() - end < 0 && !ended.await(10, TimeUnit.MILLISECONDS)) {
                attack.continueAttack();
            }
            System.out.println(attack.result());
        }
        System.exit(0);
    }

    private static void awaitEnd(CountDownLatch ended) {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("Reading the input failed: " + e);
        }
        ended.countDown();
    }
}
