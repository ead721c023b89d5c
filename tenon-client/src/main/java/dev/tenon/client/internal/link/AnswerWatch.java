package dev.tenon.client.internal.link;

import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import org.jspecify.annotations.Nullable;

/** Sees whether the answer to a request is among what comes, so that a stream that ends without it can be told from one with. */
final class AnswerWatch {
    private final RequestId id;
    private boolean over;

    AnswerWatch(RequestId id) {
        this.id = id;
    }

    /** What came cannot be understood, and may have been the answer. */
    void sawNone() {
        over = true;
    }

    /** Whether the answer has come. */
    boolean isOver() {
        return over;
    }

    /** Whether the answer is in this message, or nobody can understand it (null); and there was none before. */
    boolean sees(@Nullable Inbound message) {
        boolean first = !over && (message == null || isAnswer(message));
        over |= first;
        return first;
    }

    private boolean isAnswer(Inbound inbound) {
        if (inbound instanceof Inbound.Batch batch) {
            return batch.parts().stream().anyMatch(this::isAnswer);
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
