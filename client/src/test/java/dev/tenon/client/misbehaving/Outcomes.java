package dev.tenon.client.misbehaving;

import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.testkit.misbehaviour.ObservedOutcome;

/** Classifies exceptions by outcome. */
final class Outcomes {
    private Outcomes() {}

    static ObservedOutcome of(McpClientException e) {
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
