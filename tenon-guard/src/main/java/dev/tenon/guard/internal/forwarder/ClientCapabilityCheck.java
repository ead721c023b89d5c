package dev.tenon.guard.internal.forwarder;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.ElicitUrl;
import dev.tenon.model.InputRequest;
import dev.tenon.model.ListRoots;

/** Nothing is asked of a client that it did not declare. */
public final class ClientCapabilityCheck {
    private ClientCapabilityCheck() {}

    /**
     * Refuses what the client cannot be asked.
     *
     * @throws RpcException -32601 to the server
     */
    public static void requireDeclared(InputRequest question, ClientCapabilities declared) {
        if (!isDeclared(question, declared)) {
            throw new RpcException(
                    ErrorCode.METHOD_NOT_FOUND, "The client did not declare that it can be asked " + question.method());
        }
    }

    /** Whether the client declared that it can be asked this. */
    public static boolean isDeclared(InputRequest question, ClientCapabilities declared) {
        if (question instanceof ListRoots) {
            return declared.roots() != null;
        }
        if (question instanceof CreateMessage sampling) {
            return declared.sampling() != null
                    && (!sampling.needsTools() || declared.sampling().tools());
        }
        return declared.elicitation() != null
                && (question instanceof ElicitUrl
                        ? declared.elicitation().url()
                        : declared.elicitation().form());
    }

    /** Whether a server could ask this client anything. */
    public static boolean isAnyDeclared(ClientCapabilities declared) {
        return declared.roots() != null || declared.sampling() != null || declared.elicitation() != null;
    }
}
