package dev.tenon.guard.internal.forwarder;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.ElicitUrl;
import dev.tenon.model.InputRequest;
import dev.tenon.model.ListRoots;

/** Checks that a client declared the capability for an input request of the server. */
public final class ClientCapabilityCheck {
    private ClientCapabilityCheck() {}

    /**
     * Requires the capability for an input request.
     *
     * @throws RpcException -32601, for the server
     */
    public static void requireDeclared(InputRequest request, ClientCapabilities declared) {
        if (!isDeclared(request, declared)) {
            throw new RpcException(
                    ErrorCode.METHOD_NOT_FOUND, "The client did not declare the capability for " + request.method());
        }
    }

    /** Returns whether the client declared the capability for this request. */
    public static boolean isDeclared(InputRequest request, ClientCapabilities declared) {
        if (request instanceof ListRoots) {
            return declared.roots() != null;
        }
        if (request instanceof CreateMessage sampling) {
            return declared.sampling() != null
                    && (!sampling.needsTools() || declared.sampling().tools());
        }
        return declared.elicitation() != null
                && (request instanceof ElicitUrl
                        ? declared.elicitation().url()
                        : declared.elicitation().form());
    }

    /** Returns whether the client declared any capability for input requests. */
    public static boolean isAnyDeclared(ClientCapabilities declared) {
        return declared.roots() != null || declared.sampling() != null || declared.elicitation() != null;
    }
}
