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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    static void validate(InputRequest request, InboundRequestContext context) {
        missingCapabilities(request, context).ifPresent(needed -> {
            boolean stateless = context.codec().revision().isStateless();
            int code = stateless ? ErrorCode.MISSING_CLIENT_CAPABILITY : ErrorCode.INVALID_PARAMS;
            String message = "This needs a client capability that was not declared: "
                    + String.join(", ", capabilityNames(needed));
            throw new RpcException(new RpcError(code, message).withData(Map.of("requiredCapabilities", needed)));
        });
    }

    /** Returns the names of the missing capabilities, such as {@code sampling.tools}. */
    private static List<String> capabilityNames(Map<String, Object> needed) {
        return needed.entrySet().stream()
                .map(need -> need.getValue() instanceof Map<?, ?> parts && !parts.isEmpty()
                        ? need.getKey() + "." + parts.keySet().iterator().next()
                        : need.getKey())
                .toList();
    }

    /** Returns the capabilities that the request needs and the client did not declare, in the form of a declaration. */
    static Optional<Map<String, Object>> missingCapabilities(InputRequest request, InboundRequestContext context) {
        ClientCapabilities declared = context.client().capabilities();
        Revision revision = context.codec().revision();
        if (request instanceof ListRoots) {
            return missingUnlessDeclared(declared.roots() != null, "roots", null);
        }
        if (request instanceof CreateMessage message) {
            Sampling sampling = declared.sampling();
            return message.needsTools()
                    ? missingUnlessDeclared(
                            sampling != null && sampling.tools() && revision.hasSamplingTools(), "sampling", "tools")
                    : missingUnlessDeclared(sampling != null, "sampling", null);
        }
        Elicitation elicitation = declared.elicitation();
        return request instanceof ElicitUrl
                ? missingUnlessDeclared(
                        elicitation != null && elicitation.url() && revision.hasUrlElicitation(), "elicitation", "url")
                : missingUnlessDeclared(elicitation != null && elicitation.form(), "elicitation", "form");
    }

    private static Optional<Map<String, Object>> missingUnlessDeclared(
            boolean declared, String capability, @Nullable String part) {
        return declared
                ? Optional.empty()
                : Optional.of(Map.of(capability, part == null ? Map.of() : Map.of(part, Map.of())));
    }
}
