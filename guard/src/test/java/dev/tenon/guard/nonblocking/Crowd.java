package dev.tenon.guard.nonblocking;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Some threads that do the same at once. */
final class Crowd {
    private Crowd() {}

    /** Waits until all have done it. */
    static void of(int size, IntConsumer work) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int mine = i;
            Thread thread = new Thread(() -> work.accept(mine));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
