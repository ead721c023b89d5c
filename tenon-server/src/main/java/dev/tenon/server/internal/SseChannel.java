package dev.tenon.server.internal;

import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;
import dev.tenon.server.Principal;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelClosedException;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A client of HTTP+SSE as a channel: out by the stream, in by POST. */
final class SseChannel implements Channel {
    private final BoundedStream stream;
    private final Runnable whenGone;
    private final AtomicBoolean gone = new AtomicBoolean();
    private final ReentrantLock order = new ReentrantLock();
    private volatile @Nullable Receiver receiver;
    private volatile @Nullable Principal caller;

    SseChannel(BoundedStream stream, @Nullable Principal opener, Runnable whenGone) {
        this.stream = stream;
        this.caller = opener;
        this.whenGone = whenGone;
    }

    /** Who sent the message that is being taken in; else who was there last. */
    @Nullable Principal caller() {
        return caller;
    }

    boolean isExpired(Instant now) {
        Principal last = caller;
        return last != null && last.isExpired(now);
    }

    boolean belongsTo(@Nullable Principal principal) {
        Principal opener = caller;
        return Objects.equals(opener == null ? null : opener.name(), principal == null ? null : principal.name());
    }

    @Override
    public void open(Receiver to) {
        receiver = to;
    }

    /** Takes a message that was posted; messages come one after another, as on any channel. */
    void receive(byte[] message, @Nullable Principal sender) {
        Receiver to = receiver;
        if (to != null) {
            order.lock();
            try {
                caller = sender;
                to.message(message);
            } finally {
                order.unlock();
            }
        }
    }

    @Override
    public void send(byte[] message) {
        write(message, true);
    }

    @Override
    public void offer(byte[] message) {
        write(message, false);
    }

    private void write(byte[] message, boolean patient) {
        byte[] event = SseWriter.write(SseEvent.of(message).withName("message"));
        if (!stream.send(event, patient)) {
            gone();
            throw new ChannelClosedException("The stream is closed");
        }
    }

    /** The stream has ended; whoever waits is told. */
    void gone() {
        if (gone.compareAndSet(false, true)) {
            whenGone.run();
            Receiver to = receiver;
            if (to != null) {
                to.closed();
            }
        }
    }

    @Override
    public void close() {
        stream.end();
        gone();
    }
}
