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

/** A request of a client in front, and how it is spoken for behind. */
public record DownstreamContext(ProtocolCodec codec, ForwardedCall call, InterceptedCall interceptedCall) {
    private static final Implementation UNKNOWN_CLIENT = Implementation.of("unknown", "0");

    /** What is said of the client in front, where each request has to say it. */
    RequestMeta requestMeta() {
        RequestMeta about = RequestMeta.of(call.clientInfo().orElse(UNKNOWN_CLIENT), call.clientCapabilities());
        return call.logLevel().map(about::withLogLevel).orElse(about);
    }

    /** An answer that may pass, in the words of the front. */
    public Json toDownstreamResult(Method<?, ?> method, RawResponse answer) {
        return translatorTo(answer.codec()).translateResult(method, interceptedCall.filterResponse(answer));
    }

    public MessageTranslator translatorTo(ProtocolCodec back) {
        return new MessageTranslator(codec, back);
    }

    /** How to call behind: news of progress are wanted if the client wants them, and a tool is not called twice. */
    CallOptions callOptions(Method<?, ?> method, Cancellation cancellation, Consumer<ProgressParams> progress) {
        CallOptions options =
                CallOptions.DEFAULT.withCancellation(cancellation).withResend(!method.equals(Methods.CALL_TOOL));
        return call.meta().progressToken() == null ? options : options.onProgress(progress);
    }

    /** Hands on news of progress; of their text what may pass. */
    void sendProgress(ProgressParams news, Revision behind) {
        call.reportProgress(
                news.progress(),
                news.total(),
                news.message() == null ? null : filterProgressText(news.message(), behind));
    }

    private @Nullable String filterProgressText(String message, Revision behind) {
        Json params = Json.EMPTY_OBJECT.withMember("message", Json.of(message));
        Json passed = interceptedCall.filterNotification(Notifications.PROGRESS, params, behind);
        Json text = passed == null ? null : passed.get("message");
        return text == null ? null : text.string();
    }

    /** Hands on a notification that came in the course of the request. */
    public void sendNotification(NotificationType<?> type, Json params, ProtocolCodec back) {
        Json passed = translatorTo(back).canTranslate(type)
                ? interceptedCall.filterNotification(type, params, back.revision())
                : null;
        if (passed != null) {
            call.sendNotification(type, translatorTo(back).translateNotification(type, passed));
        }
    }

    /** Hands on a log message, if this request wants messages of that level. */
    public void sendLogMessage(Json params, ProtocolCodec back) {
        LogLevel level = back.decodeNotification(Notifications.MESSAGE, params).level();
        if (call.logLevel().filter(level::reaches).isPresent()) {
            sendNotification(Notifications.MESSAGE, params, back);
        }
    }
}
