package dev.tenon.server.internal.connection;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.jsonrpc.InboundMessage;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.model.Revision;
import dev.tenon.server.internal.request.ResponseSink;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the replies to a batch into one array, which goes out when the last is there. An empty one never does: a
 * batch whose requests were all cancelled is abandoned, as a request alone is.
 */
public final class BatchResponseCollector {
    private final ResponseSink exchange;
    private final Revision revision;
    private final Consumer<byte[]> whenComplete;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final List<byte[]> replies = new ArrayList<>();

    @GuardedBy("lock") private int open;

    public BatchResponseCollector(
            InboundMessage.MessageBatch batch,
            ResponseSink exchange,
            Revision revision,
            Consumer<byte[]> whenComplete) {
        this.exchange = exchange;
        this.revision = revision;
        this.whenComplete = whenComplete;
        this.open = (int) batch.parts().stream()
                .filter(BatchResponseCollector::requiresResponse)
                .count();
    }

    /** Whether the batch will be answered at all. */
    public boolean hasResponses() {
        lock.lock();
        try {
            return open > 0 || !replies.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Notifications are never answered, whatever is wrong with them. */
    private static boolean requiresResponse(InboundMessage part) {
        return part instanceof InboundMessage.InvalidMessage refused && !refused.notification()
                || part instanceof InboundMessage.ValidMessage accepted && accepted.message() instanceof Request;
    }

    /** Where the messages for one part of the batch go; asked for once for each part. */
    public ResponseSink createItemSink() {
        return new BatchItemSink();
    }

    private void completeItem(byte @Nullable [] reply) {
        byte[] whole;
        lock.lock();
        try {
            if (reply != null) {
                replies.add(reply);
            }
            if (--open != 0) {
                return;
            }
            whole = replies.isEmpty() ? null : toJsonArray();
        } finally {
            lock.unlock();
        }
        if (whole == null) {
            exchange.abandon();
        } else {
            whenComplete.accept(whole);
        }
    }

    @GuardedBy("lock") private byte[] toJsonArray() {
        ByteArrayOutputStream array = new ByteArrayOutputStream();
        replies.forEach(reply -> {
            array.write(array.size() == 0 ? '[' : ',');
            array.writeBytes(reply);
        });
        array.write(']');
        return array.toByteArray();
    }

    /** One part: its notifications go out at once, its reply waits for the others. */
    private final class BatchItemSink implements ResponseSink {
        @Override
        public void send(JsonRpcMessage message) {
            exchange.send(message);
        }

        @Override
        public boolean trySendNotification(Notification notification) {
            return exchange.trySendNotification(notification);
        }

        @Override
        public void onWritable(Runnable action) {
            exchange.onWritable(action);
        }

        @Override
        public void sendResponse(Response response) {
            completeItem(MessageWriter.write(response, revision.nullIdWhenUnreadable()));
        }

        @Override
        public void abandon() {
            completeItem(null);
        }
    }
}
