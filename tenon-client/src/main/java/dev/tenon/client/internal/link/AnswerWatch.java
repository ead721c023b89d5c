package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import org.jspecify.annotations.Nullable;

/** Sees whether the answer to a request is among what comes, so that a stream that ends without it can be told from one with. */
final class AnswerWatch {
    private final RequestId id;
    private final MessageReader reader;
    private final boolean batches;
    private boolean over;

    /**
     * Before anything has come.
     *
     * @param batches whether an array of messages is understood
     */
    AnswerWatch(RequestId id, ClientLimits limits, boolean batches) {
        this.batches = batches;
        this.id = id;
        this.reader = new MessageReader(limits.json(), limits.batchMessages());
    }

    /** What came cannot be understood, and may have been the answer. */
    void sawNone() {
        over = true;
    }

    /** Whether the answer has come. */
    boolean isOver() {
        return over;
    }

    /** Whether the answer is in this message, or it cannot be understood; and there was none before. */
    boolean sees(byte[] message) {
        boolean first = !over && isAnswer(reader.read(message));
        over |= first;
        return first;
    }

    private boolean isAnswer(Inbound inbound) {
        if (inbound instanceof Inbound.Batch batch) {
            return !batches || batch.parts().stream().anyMatch(this::isAnswer);
        }
        if (inbound instanceof Inbound.Refused) {
            return true;
        }
        if (inbound instanceof Inbound.BrokenResponse broken) {
            return isMeant(broken.id());
        }
        return inbound instanceof Inbound.Accepted accepted
                && accepted.message() instanceof Response response
                && isMeant(response.id());
    }

    /** An error without an id is about the request of its exchange. */
    private boolean isMeant(@Nullable RequestId answered) {
        return answered == null || answered.equals(id);
    }
}
