package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.ElicitUrl;
import dev.tenon.model.InputRequest;
import dev.tenon.model.ListRoots;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a question needs of the client; nothing is asked that the client did not declare. */
final class ClientNeeds {
    private static final Map<String, Object> NOTHING_SPECIAL = Map.of();

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
            return declared.roots() != null ? Optional.empty() : Optional.of(Map.of("roots", NOTHING_SPECIAL));
        }
        return request instanceof CreateMessage sampling
                ? sampling(sampling, declared.sampling(), revision)
                : elicitation(request instanceof ElicitUrl, declared.elicitation(), revision);
    }

    private static Optional<Map<String, Object>> sampling(
            CreateMessage request,
            ClientCapabilities.@org.jspecify.annotations.Nullable Sampling declared,
            Revision revision) {
        if (request.needsTools() && !(declared != null && declared.tools() && revision.hasSamplingTools())) {
            return Optional.of(Map.of("sampling", Map.of("tools", NOTHING_SPECIAL)));
        }
        return declared != null ? Optional.empty() : Optional.of(Map.of("sampling", NOTHING_SPECIAL));
    }

    private static Optional<Map<String, Object>> elicitation(
            boolean url,
            ClientCapabilities.@org.jspecify.annotations.Nullable Elicitation declared,
            Revision revision) {
        if (url) {
            boolean can = declared != null && declared.url() && revision.hasUrlElicitation();
            return can ? Optional.empty() : Optional.of(Map.of("elicitation", Map.of("url", NOTHING_SPECIAL)));
        }
        boolean can = declared != null && declared.form();
        return can ? Optional.empty() : Optional.of(Map.of("elicitation", Map.of("form", NOTHING_SPECIAL)));
    }
}
