package dev.tenon.client.internal.link;

import dev.tenon.transport.Channel;
import dev.tenon.transport.Delivery;
import java.util.concurrent.locks.ReentrantLock;

/** Delivery of what several threads receive, one after another. */
final class OrderedDelivery {
    private final ReentrantLock lock = new ReentrantLock();
    private final Delivery delivery;

    OrderedDelivery(Channel.Receiver receiver) {
        this.delivery = new Delivery(receiver);
    }

    void message(byte[] message) {
        lock.lock();
        try {
            delivery.message(message);
        } finally {
            lock.unlock();
        }
    }

    void tooLarge() {
        lock.lock();
        try {
            delivery.tooLarge();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for nothing: the end may come while a message is being received. */
    void closed() {
        delivery.closed();
    }
}
