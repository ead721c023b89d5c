package dev.tenon.guard.internal.stateless;

import dev.tenon.client.error.ServerErrorException;
import dev.tenon.codec.HandshakeCodec;
import dev.tenon.codec.ParamsException;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.guard.internal.forwarder.ClientCapabilityCheck;
import dev.tenon.guard.internal.forwarder.DownstreamCall;
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
 * Converts the error -32042 of 2025-11-25 servers, which asks the user to visit URLs, into an input-required result for
 * clients of 2026-07-28, which do not know the error. The call is repeated after the visits.
 */
final class UrlElicitationAdapter {
    /** The {@code requestState} of a call that is to be repeated from the start. */
    static final Json RETRY_STATE = Json.of("again");

    private static final HandshakeCodec UPSTREAM_CODEC = HandshakeCodec.of(Revision.V2025_11_25);

    private static final StatelessCodec DOWNSTREAM_CODEC = new StatelessCodec(null);

    private UrlElicitationAdapter() {}

    /**
     * Returns the input-required result for the visits.
     *
     * @throws ServerErrorException the error itself, if it is another one or the client does not support URL
     *     elicitation
     */
    static Json toInputRequiredOrRethrow(ServerErrorException error, Method<?, ?> method, DownstreamCall downstream) {
        Json inputRequired = method.mayRequireInput() ? inputRequiredResult(error, downstream.call()) : null;
        if (inputRequired == null) {
            throw error;
        }
        return downstream
                .interceptedCall()
                .filterResult(inputRequired, downstream.codec().revision());
    }

    /**
     * Returns the input-required result, or null if the error is another one or the client does not support URL
     * elicitation.
     */
    private static @Nullable Json inputRequiredResult(ServerErrorException error, ForwardedCall call) {
        Json data = error.data();
        Json pages = data == null ? null : data.get("elicitations");
        if (error.code() != ErrorCode.URL_ELICITATION_REQUIRED || pages == null) {
            return null;
        }
        Map<String, InputRequest> inputRequests = new LinkedHashMap<>();
        try {
            pages.elements()
                    .forEach(page -> inputRequests.put(
                            "page-" + (inputRequests.size() + 1), UPSTREAM_CODEC.decodeParams(Methods.ELICIT, page)));
        } catch (ParamsException e) {
            return null;
        }
        boolean isSupported = !inputRequests.isEmpty()
                && inputRequests.values().stream()
                        .allMatch(page -> ClientCapabilityCheck.isDeclared(page, call.clientCapabilities()));
        return isSupported ? call.encodeInputRequired(inputRequests, RETRY_STATE) : null;
    }

    /**
     * Checks the input responses.
     *
     * @throws RpcException if the user declined
     */
    static void requireAccepted(ForwardedCall call) {
        call.inputResponses().forEach((key, response) -> {
            ElicitResult elicitResult = DOWNSTREAM_CODEC.decodeInputResponse(Methods.ELICIT, key, response);
            if (elicitResult.action() != ElicitAction.ACCEPT) {
                throw new RpcException(ErrorCode.INTERNAL_ERROR, "The user declined to visit the URL");
            }
        });
    }
}
