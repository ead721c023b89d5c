package dev.tenon.testkit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has to come back for a case. */
sealed interface ExpectedResponse {
    /** How many messages to wait for on a connection. */
    int messageCount();

    /**
     * One answer.
     *
     * @param code the error code, or 0 for a result
     * @param id the id as JSON text; {@value #ANY_ID}; or null for an error that names no request
     * @param status the HTTP status where it is not the usual one, else 0
     * @param words what the message, or the text of the result, contains
     * @param times how often, in a batch
     */
    record SingleResponse(int code, @Nullable String id, int status, List<String> words, int times)
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
                    + (words.isEmpty() ? "" : " that says " + words);
        }
    }

    /** One array of answers, in any order. */
    record BatchResponse(List<SingleResponse> answers) implements ExpectedResponse {
        @Override
        public int messageCount() {
            return 1;
        }
    }

    /** No answer, since this is none that gets one. HTTP still has a status. */
    record NoResponse(UnansweredKind kind) implements ExpectedResponse {
        @Override
        public int messageCount() {
            return 0;
        }
    }

    /** What is never answered. */
    enum UnansweredKind {
        /** HTTP 202. */
        NOTIFICATION,
        /** HTTP 400. */
        BROKEN_NOTIFICATION,
        /** HTTP 202 in a session, 400 where there is none. */
        RESPONSE,
        /** HTTP 400. */
        BROKEN_RESPONSE;

        boolean isResponse() {
            return this == RESPONSE || this == BROKEN_RESPONSE;
        }
    }
}
