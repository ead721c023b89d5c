package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.CallOptions;
import dev.tenon.client.Cancellation;
import dev.tenon.client.RawResponse;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Revision;
import dev.tenon.server.forwarder.ForwardedCall;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client's request in the context of forwarding: the codec of the client, the call, and its policies. */
public record DownstreamCall(ProtocolCodec codec, ForwardedCall call, InterceptedCall interceptedCall) {
    private static final Implementation UNKNOWN_CLIENT = Implementation.of("unknown", "0");

    /** Returns the metadata for the upstream, which requires client information with each request. */
    RequestMeta createClientMeta() {
        RequestMeta meta = RequestMeta.of(call.clientInfo().orElse(UNKNOWN_CLIENT), call.clientCapabilities());
        return call.logLevel().map(meta::withLogLevel).orElse(meta);
    }

    /** Filters an upstream result and translates it for the client. */
    public Json filterAndTranslateResult(Method<?, ?> method, RawResponse response) {
        return translatorTo(response.codec()).translateResult(method, interceptedCall.filterResult(response));
    }

    public RevisionTranslator translatorTo(ProtocolCodec upstreamCodec) {
        return new RevisionTranslator(codec, upstreamCodec);
    }

    /**
     * Returns the options of the upstream call. Progress is requested only if the client wants it, and a tool call is
     * never resent.
     */
    CallOptions callOptions(Method<?, ?> method, Cancellation cancellation, Consumer<ProgressParams> progress) {
        CallOptions options =
                CallOptions.DEFAULT.withCancellation(cancellation).withResend(!method.equals(Methods.CALL_TOOL));
        return call.meta().progressToken() == null ? options : options.onProgress(progress);
    }

    /**
     * Sends a request of the server to the client and returns its result, both through the policies.
     *
     * @throws dev.tenon.jsonrpc.RpcException the error for the server, also if the client lacks the capability
     */
    public Json askClient(
            RevisionTranslator translator, Method<?, ?> method, Json params, InterceptedCall.ClientRequestSender sender)
            throws InterruptedException {
        ClientCapabilityCheck.requireDeclared(translator.decodeInputRequest(method, params), call.clientCapabilities());
        return interceptedCall
                .startInterceptedServerCall(
                        method, params, translator.upstream().revision())
                .askClient(codec.revision(), sender);
    }

    /** Forwards a progress notification, with its message filtered by the policies. */
    void sendProgress(ProgressParams progress, Revision upstreamRevision) {
        String text = progress.message() == null ? null : filterProgressText(progress.message(), upstreamRevision);
        call.reportProgress(progress.progress(), progress.total(), text);
    }

    private @Nullable String filterProgressText(String message, Revision upstreamRevision) {
        Json params = Json.EMPTY_OBJECT.withMember("message", Json.of(message));
        Json filtered = interceptedCall.filterNotification(Notifications.PROGRESS, params, upstreamRevision);
        return filtered == null ? null : filtered.string("message");
    }

    /** Forwards a notification that belongs to this request. */
    public void sendNotification(NotificationType<?> type, Json params, ProtocolCodec upstreamCodec) {
        RevisionTranslator translator = translatorTo(upstreamCodec);
        Json filtered = translator.canForwardToClient(type)
                ? interceptedCall.filterNotification(type, params, upstreamCodec.revision())
                : null;
        if (filtered != null) {
            call.sendNotification(type, translator.translateNotification(type, filtered));
        }
    }

    /** Forwards a log message if the client requested this level. */
    public void sendLogMessage(Json params, ProtocolCodec upstreamCodec) {
        LogLevel level =
                upstreamCodec.decodeNotification(Notifications.MESSAGE, params).level();
        if (call.logLevel().filter(level::reaches).isPresent()) {
            sendNotification(Notifications.MESSAGE, params, upstreamCodec);
        }
    }
}
