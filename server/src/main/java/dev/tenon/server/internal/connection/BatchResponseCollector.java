package dev.tenon.server.internal.connection;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageReadResult.MessageBatch;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.server.internal.request.ResponseSink;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sink of all messages of a batch. Sends their notifications immediately, and collects the responses into one
 * array, which is sent after the last response. If all requests were cancelled, nothing is sent: the batch is
 * abandoned, like a single cancelled request.
 */
public final class BatchResponseCollector implements ResponseSink {
    private final ResponseSink responseSink;
    private final Revision revision;
    private final Consumer<byte[]> onComplete;
    private final boolean hasExpectedResponses;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final List<byte[]> responses = new ArrayList<>();

    @GuardedBy("lock") private int pending;

    public BatchResponseCollector(
            MessageBatch batch, ResponseSink responseSink, Revision revision, Consumer<byte[]> onComplete) {
        this.responseSink = responseSink;
        this.revision = revision;
        this.onComplete = onComplete;
        this.pending = (int) batch.messages().stream()
                .filter(BatchResponseCollector::partRequiresResponse)
                .count();
        this.hasExpectedResponses = pending > 0;
    }

    /** Returns whether the batch gets any response. */
    public boolean hasExpectedResponses() {
        return hasExpectedResponses;
    }

    /** Notifications get no response, even if they are invalid. */
    private static boolean partRequiresResponse(MessageReadResult part) {
        return part instanceof MessageReadResult.InvalidMessage invalid && !invalid.isNotification()
                || part instanceof MessageReadResult.ValidMessage valid && valid.message() instanceof Request;
    }

    private void completeItem(byte @Nullable [] response) {
        byte[] array;
        lock.lock();
        try {
            if (response != null) {
                responses.add(response);
            }
            if (--pending != 0) {
                return;
            }
            array = responses.isEmpty() ? null : toJsonArray();
        } finally {
            lock.unlock();
        }
        if (array == null) {
            responseSink.abandon();
        } else {
            onComplete.accept(array);
        }
    }

    @GuardedBy("lock") private byte[] toJsonArray() {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        responses.forEach(response -> {
            output.write(output.size() == 0 ? '[' : ',');
            output.writeBytes(response);
        });
        output.write(']');
        return output.toByteArray();
    }

    @Override
    public void send(JsonRpcMessage message) {
        responseSink.send(message);
    }

    @Override
    public boolean trySendNotification(Notification notification) {
        return responseSink.trySendNotification(notification);
    }

    @Override
    public void onWritable(Runnable action) {
        responseSink.onWritable(action);
    }

    @Override
    public void sendResponse(Response response) {
        completeItem(MessageWriter.write(response, revision.writesNullIdWhenUnreadable()));
    }

    /** Called when one message of the batch gets no response. */
    @Override
    public void abandon() {
        completeItem(null);
    }

    /** Returns why the whole batch is rejected, or null if it is valid. */
    public static @Nullable RpcError findError(MessageReadResult.MessageBatch batch, @Nullable Revision revision) {
        if (revision == null || !revision.allowsBatch()) {
            String scope = revision == null ? "here" : "in " + revision;
            return invalidRequest("an array is not a message " + scope + "; send one message at a time");
        }
        if (batch.messages().isEmpty()) {
            return invalidRequest("an empty batch");
        }
        boolean hasInitialize = batch.messages().stream().anyMatch(BatchResponseCollector::isInitialize);
        return hasInitialize ? invalidRequest("initialize cannot be part of a batch") : null;
    }

    private static boolean isInitialize(MessageReadResult part) {
        return part instanceof MessageReadResult.ValidMessage valid
                && valid.message() instanceof Request request
                && request.method().equals(Methods.INITIALIZE.name());
    }

    private static RpcError invalidRequest(String problem) {
        return new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
    }
}
