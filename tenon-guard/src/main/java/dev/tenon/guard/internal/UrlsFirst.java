package dev.tenon.guard.internal;

import dev.tenon.client.ServerErrorException;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.InputRequest;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.server.RelayCall;
import dev.tenon.wire.HandshakeWire;
import dev.tenon.wire.ParamsException;
import dev.tenon.wire.StatelessWire;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server of 2025-11-25 may refuse a call until the user has visited some pages (error -32042). A client of 2026-07-28 knows
 * no such error, but is asked the same as input, after which the call is made again.
 */
final class UrlsFirst {
    /** The state of a call that is to be made again from its beginning. */
    static final Json AGAIN = Json.of("again");

    private static final HandshakeWire WIRE = HandshakeWire.of(Revision.V2025_11_25);

    private static final StatelessWire FRONT = new StatelessWire(null);

    private UrlsFirst() {}

    /**
     * The result that asks for the visits.
     *
     * @throws ServerErrorException the error itself, when it is another one, or this client cannot be asked
     */
    static Json instead(ServerErrorException error, Method<?, ?> method, Front asking) {
        Json asked = method.mayRequireInput() ? asked(error, asking.call()) : null;
        if (asked == null) {
            throw error;
        }
        return asking.crossing().back(asked, asking.wire().revision());
    }

    /** The result that asks for the visits, or null when the error is another one, or this client cannot be asked. */
    private static @Nullable Json asked(ServerErrorException error, RelayCall call) {
        Json data = error.data();
        Json pages = data == null ? null : data.get("elicitations");
        if (error.code() != ErrorCode.URL_ELICITATION_REQUIRED || pages == null) {
            return null;
        }
        Map<String, InputRequest> questions = new LinkedHashMap<>();
        try {
            pages.elements()
                    .forEach(page ->
                            questions.put("page-" + (questions.size() + 1), WIRE.decodeParams(Methods.ELICIT, page)));
        } catch (ParamsException e) {
            return null;
        }
        boolean possible = !questions.isEmpty()
                && questions.values().stream().allMatch(page -> Declared.covers(page, call.clientCapabilities()));
        return possible ? call.inputRequired(questions, AGAIN) : null;
    }

    /**
     * Looks at the answers.
     *
     * @throws RpcException when the user did not agree
     */
    static void check(RelayCall call) {
        call.inputResponses().forEach((key, answer) -> {
            ElicitResult said = FRONT.decodeInputResponse(Methods.ELICIT, key, answer);
            if (said.action() != ElicitAction.ACCEPT) {
                throw new RpcException(ErrorCode.INTERNAL_ERROR, "The user did not agree to visit the page");
            }
        });
    }
}
