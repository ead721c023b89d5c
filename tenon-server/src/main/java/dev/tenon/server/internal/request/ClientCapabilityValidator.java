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

/** What a question needs of the client; nothing is asked that the client did not declare. */
final class ClientCapabilityValidator {
    private ClientCapabilityValidator() {}

    /**
     * Refuses a question that this client cannot be asked.
     *
     * @throws RpcException -32021 under a stateless revision, -32602 before; both with the capabilities in their data
     */
    static void validate(InputRequest request, InboundRequestContext scope) {
        missingCapabilities(request, scope).ifPresent(needed -> {
            boolean stateless = scope.codec().revision().isStateless();
            int code = stateless ? ErrorCode.MISSING_CLIENT_CAPABILITY : ErrorCode.INVALID_PARAMS;
            String message = "This needs a client capability that was not declared: "
                    + String.join(", ", capabilityNames(needed));
            throw new RpcException(new RpcError(code, message).withData(Map.of("requiredCapabilities", needed)));
        });
    }

    /** The parts that are missing, such as {@code sampling.tools}. */
    private static List<String> capabilityNames(Map<String, Object> needed) {
        return needed.entrySet().stream()
                .map(need -> need.getValue() instanceof Map<?, ?> parts && !parts.isEmpty()
                        ? need.getKey() + "." + parts.keySet().iterator().next()
                        : need.getKey())
                .toList();
    }

    /** The capabilities that the question needs and the client did not declare, as they would be declared. */
    static Optional<Map<String, Object>> missingCapabilities(InputRequest request, InboundRequestContext scope) {
        ClientCapabilities declared = scope.client().capabilities();
        Revision revision = scope.codec().revision();
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
