package dev.tenon.guard.nonblocking;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Runs a task in several threads at the same time. */
final class ConcurrentTasks {
    private ConcurrentTasks() {}

    /** Runs the task with the numbers from 0 in one thread each, and waits for all of them. */
    static void run(int count, IntConsumer task) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> task.accept(number));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
