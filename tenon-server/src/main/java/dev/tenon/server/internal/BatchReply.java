package dev.tenon.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.model.Revision;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the replies to a batch into one array, which goes out when the last is there. An empty one never does: a batch whose requests
 * were all cancelled is abandoned, as a request alone is.
 */
final class BatchReply {
    private final Exchange exchange;
    private final Revision revision;
    private final Consumer<byte[]> whenComplete;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final List<byte[]> replies = new ArrayList<>();

    @GuardedBy("lock") private int open;

    BatchReply(Inbound.Batch batch, Exchange exchange, Revision revision, Consumer<byte[]> whenComplete) {
        this.exchange = exchange;
        this.revision = revision;
        this.whenComplete = whenComplete;
        this.open = (int) batch.parts().stream().filter(BatchReply::wantsReply).count();
    }

    /** Whether the batch will be answered at all. */
    boolean hasReplies() {
        lock.lock();
        try {
            return open > 0 || !replies.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Notifications are never answered, whatever is wrong with them. */
    private static boolean wantsReply(Inbound part) {
        return part instanceof Inbound.Refused refused && !refused.notification()
                || part instanceof Inbound.Accepted accepted && accepted.message() instanceof Request;
    }

    /** Where the messages for one part of the batch go; asked for once for each part. */
    Exchange part() {
        return new Part();
    }

    private void settle(byte @Nullable [] reply) {
        byte[] whole;
        lock.lock();
        try {
            if (reply != null) {
                replies.add(reply);
            }
            if (--open != 0) {
                return;
            }
            whole = replies.isEmpty() ? null : array();
        } finally {
            lock.unlock();
        }
        if (whole == null) {
            exchange.abandon();
        } else {
            whenComplete.accept(whole);
        }
    }

    @GuardedBy("lock") private byte[] array() {
        ByteArrayOutputStream array = new ByteArrayOutputStream();
        replies.forEach(reply -> {
            array.write(array.size() == 0 ? '[' : ',');
            array.writeBytes(reply);
        });
        array.write(']');
        return array.toByteArray();
    }

    /** One part: its notifications go out at once, its reply waits for the others. */
    private final class Part implements Exchange {
        @Override
        public void send(Message message) {
            exchange.send(message);
        }

        @Override
        public boolean tryNotify(Notification notification) {
            return exchange.tryNotify(notification);
        }

        @Override
        public void onWritable(Runnable action) {
            exchange.onWritable(action);
        }

        @Override
        public void reply(Response response) {
            settle(MessageWriter.write(response, revision.nullIdWhenUnreadable()));
        }

        @Override
        public void abandon() {
            settle(null);
        }
    }
}
