package dev.tenon.server.internal.request;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.ClientCapabilities.Elicitation;
import dev.tenon.model.ClientCapabilities.Sampling;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.ElicitUrl;
import dev.tenon.model.InputRequest;
import dev.tenon.model.ListRoots;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Map;

/**
 * Checks the client capabilities that an input request needs. The server sends only requests that the client has
 * declared support for.
 */
final class ClientCapabilityValidator {
    private ClientCapabilityValidator() {}

    /**
     * Rejects an input request that the client does not support.
     *
     * @throws RpcException -32021 in a stateless revision, -32602 in earlier ones; both with the required capabilities
     *     in their data
     */
    static void validate(InputRequest request, RequestSource context) {
        List<String> missing = missingCapability(request, context);
        if (!missing.isEmpty()) {
            boolean stateless = context.codec().revision().isStateless();
            int code = stateless ? ErrorCode.MISSING_CLIENT_CAPABILITY : ErrorCode.INVALID_PARAMS;
            String message = "This needs a client capability that was not declared: " + String.join(".", missing);
            Map<String, Object> part = missing.size() == 1 ? Map.of() : Map.of(missing.get(1), Map.of());
            Map<String, Object> required = Map.of("requiredCapabilities", Map.of(missing.get(0), part));
            throw new RpcException(new RpcError(code, message).withData(required));
        }
    }

    /**
     * Returns what the request needs and the client did not declare: the name of the capability, and of its part if it
     * needs one; empty if it was declared.
     */
    static List<String> missingCapability(InputRequest request, RequestSource context) {
        ClientCapabilities declared = context.client().capabilities();
        Revision revision = context.codec().revision();
        if (request instanceof ListRoots) {
            return missingUnlessDeclared(declared.roots() != null, "roots");
        }
        if (request instanceof CreateMessage message) {
            Sampling sampling = declared.sampling();
            return message.needsTools()
                    ? missingUnlessDeclared(
                            sampling != null && sampling.tools() && revision.hasSamplingTools(), "sampling", "tools")
                    : missingUnlessDeclared(sampling != null, "sampling");
        }
        Elicitation elicitation = declared.elicitation();
        return request instanceof ElicitUrl
                ? missingUnlessDeclared(
                        elicitation != null && elicitation.url() && revision.hasUrlElicitation(), "elicitation", "url")
                : missingUnlessDeclared(elicitation != null && elicitation.form(), "elicitation", "form");
    }

    private static List<String> missingUnlessDeclared(boolean declared, String... capability) {
        return declared ? List.of() : List.of(capability);
    }
}
