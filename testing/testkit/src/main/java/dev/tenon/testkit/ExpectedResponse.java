package dev.tenon.testkit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The expected response to a case. */
sealed interface ExpectedResponse {
    /** Returns the number of messages to wait for on a connection. */
    int messageCount();

    /**
     * A single response.
     *
     * @param code the error code, or 0 for a result
     * @param id the id as JSON text; {@value #ANY_ID}; or null for an error without id
     * @param status the HTTP status if it is not the default, else 0
     * @param texts texts that the error message or the text of the result must contain
     * @param times how often it occurs in a batch
     */
    record SingleResponse(int code, @Nullable String id, int status, List<String> texts, int times)
            implements ExpectedResponse {
        static final String ANY_ID = "any";

        @Override
        public int messageCount() {
            return 1;
        }

        @Override
        public String toString() {
            return (code == 0 ? "a result" : "error " + code)
                    + (id == null ? " without id" : " with id " + id)
                    + (texts.isEmpty() ? "" : " that says " + texts);
        }
    }

    /** An array of responses in any order. */
    record BatchResponse(List<SingleResponse> responses) implements ExpectedResponse {
        @Override
        public int messageCount() {
            return 1;
        }
    }

    /** No response, since the message must not get one. HTTP still returns a status. */
    record NoResponse(UnansweredKind kind) implements ExpectedResponse {
        @Override
        public int messageCount() {
            return 0;
        }
    }

    /** The kinds of messages without a response. */
    enum UnansweredKind {
        /** HTTP 202. */
        NOTIFICATION,
        /** HTTP 400. */
        BROKEN_NOTIFICATION,
        /** HTTP 202 in a session, 400 without sessions. */
        RESPONSE,
        /** HTTP 400. */
        BROKEN_RESPONSE;

        boolean isResponse() {
            return this == RESPONSE || this == BROKEN_RESPONSE;
        }
    }
}
