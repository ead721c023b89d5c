package dev.tenon.guard.internal.stateless;

import dev.tenon.client.error.ServerErrorException;
import dev.tenon.codec.HandshakeCodec;
import dev.tenon.codec.ParamsException;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.guard.internal.forwarder.ClientCapabilityCheck;
import dev.tenon.guard.internal.forwarder.DownstreamContext;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.InputRequest;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.server.forwarder.ForwardedCall;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server of 2025-11-25 may refuse a call until the user has visited some pages (error -32042). A client of 2026-07-28
 * knows no such error, but is asked the same as input, after which the call is made again.
 */
final class UrlElicitationAdapter {
    /** The state of a call that is to be made again from its beginning. */
    static final Json RETRY_STATE = Json.of("again");

    private static final HandshakeCodec UPSTREAM_CODEC = HandshakeCodec.of(Revision.V2025_11_25);

    private static final StatelessCodec DOWNSTREAM_CODEC = new StatelessCodec(null);

    private UrlElicitationAdapter() {}

    /**
     * The result that asks for the visits.
     *
     * @throws ServerErrorException the error itself, when it is another one, or this client cannot be asked
     */
    static Json toInputRequired(ServerErrorException error, Method<?, ?> method, DownstreamContext asking) {
        Json asked = method.mayRequireInput() ? inputRequiredResult(error, asking.call()) : null;
        if (asked == null) {
            throw error;
        }
        return asking.interceptedCall().filterResponse(asked, asking.codec().revision());
    }

    /** The result that asks for the visits, or null when the error is another one, or this client cannot be asked. */
    private static @Nullable Json inputRequiredResult(ServerErrorException error, ForwardedCall call) {
        Json data = error.data();
        Json pages = data == null ? null : data.get("elicitations");
        if (error.code() != ErrorCode.URL_ELICITATION_REQUIRED || pages == null) {
            return null;
        }
        Map<String, InputRequest> questions = new LinkedHashMap<>();
        try {
            pages.elements()
                    .forEach(page -> questions.put(
                            "page-" + (questions.size() + 1), UPSTREAM_CODEC.decodeParams(Methods.ELICIT, page)));
        } catch (ParamsException e) {
            return null;
        }
        boolean possible = !questions.isEmpty()
                && questions.values().stream()
                        .allMatch(page -> ClientCapabilityCheck.isDeclared(page, call.clientCapabilities()));
        return possible ? call.encodeInputRequired(questions, RETRY_STATE) : null;
    }

    /**
     * Looks at the answers.
     *
     * @throws RpcException when the user did not agree
     */
    static void requireAccepted(ForwardedCall call) {
        call.inputResponses().forEach((key, answer) -> {
            ElicitResult said = DOWNSTREAM_CODEC.decodeInputResponse(Methods.ELICIT, key, answer);
            if (said.action() != ElicitAction.ACCEPT) {
                throw new RpcException(ErrorCode.INTERNAL_ERROR, "The user did not agree to visit the page");
            }
        });
    }
}
