package dev.tenon.client.misbehaviour;

import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.testkit.misbehaviour.ObservedOutcome;

/** Maps exceptions of a client to outcomes. */
final class OutcomeClassifier {
    private OutcomeClassifier() {}

    static ObservedOutcome classify(McpClientException e) {
        if (e instanceof InvalidResponseException) {
            return ObservedOutcome.INVALID_RESPONSE;
        }
        if (e instanceof ServerErrorException) {
            return ObservedOutcome.SERVER_ERROR;
        }
        if (e instanceof CallTimeoutException) {
            return ObservedOutcome.TIMEOUT;
        }
        if (e instanceof ConnectionFailedException) {
            return ObservedOutcome.CONNECTION_FAILED;
        }
        if (e instanceof NotSupportedException) {
            return ObservedOutcome.NOT_SUPPORTED;
        }
        throw e;
    }
}
