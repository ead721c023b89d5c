package dev.tenon.server.internal;

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
final class ClientNeeds {
    private ClientNeeds() {}

    /**
     * Refuses a question that this client cannot be asked.
     *
     * @throws RpcException -32021 under a stateless revision, -32602 before; both with the capabilities in their data
     */
    static void check(InputRequest request, Scope scope) {
        missing(request, scope).ifPresent(needed -> {
            boolean stateless = scope.wire().revision().isStateless();
            int code = stateless ? ErrorCode.MISSING_CLIENT_CAPABILITY : ErrorCode.INVALID_PARAMS;
            String message =
                    "This needs a client capability that was not declared: " + String.join(", ", names(needed));
            throw new RpcException(new RpcError(code, message).withData(Map.of("requiredCapabilities", needed)));
        });
    }

    /** The parts that are missing, such as {@code sampling.tools}. */
    private static List<String> names(Map<String, Object> needed) {
        return needed.entrySet().stream()
                .map(need -> need.getValue() instanceof Map<?, ?> parts && !parts.isEmpty()
                        ? need.getKey() + "." + parts.keySet().iterator().next()
                        : need.getKey())
                .toList();
    }

    /** The capabilities that the question needs and the client did not declare, as they would be declared. */
    static Optional<Map<String, Object>> missing(InputRequest request, Scope scope) {
        ClientCapabilities declared = scope.client().capabilities();
        Revision revision = scope.wire().revision();
        if (request instanceof ListRoots) {
            return need(declared.roots() != null, "roots", null);
        }
        if (request instanceof CreateMessage message) {
            Sampling sampling = declared.sampling();
            return message.needsTools()
                    ? need(sampling != null && sampling.tools() && revision.hasSamplingTools(), "sampling", "tools")
                    : need(sampling != null, "sampling", null);
        }
        Elicitation elicitation = declared.elicitation();
        return request instanceof ElicitUrl
                ? need(elicitation != null && elicitation.url() && revision.hasUrlElicitation(), "elicitation", "url")
                : need(elicitation != null && elicitation.form(), "elicitation", "form");
    }

    private static Optional<Map<String, Object>> need(boolean declared, String capability, @Nullable String part) {
        return declared
                ? Optional.empty()
                : Optional.of(Map.of(capability, part == null ? Map.of() : Map.of(part, Map.of())));
    }
}
