package dev.tenon.guard.internal;

import dev.tenon.client.CallOptions;
import dev.tenon.client.Cancellation;
import dev.tenon.client.WireAnswer;
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
import dev.tenon.server.RelayCall;
import dev.tenon.wire.Wire;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request of a client in front, and how it is spoken for behind. */
record Front(Wire wire, RelayCall call, Crossing crossing) {
    private static final Implementation NOBODY = Implementation.of("unknown", "0");

    /** What is said of the client in front, where each request has to say it. */
    RequestMeta about() {
        RequestMeta about = RequestMeta.of(call.client().orElse(NOBODY), call.clientCapabilities());
        return call.logLevel().map(about::withLogLevel).orElse(about);
    }

    /** An answer that may pass, in the words of the front. */
    Json result(Method<?, ?> method, WireAnswer answer) {
        return to(answer.wire()).result(method, crossing.back(answer));
    }

    Translation to(Wire back) {
        return new Translation(wire, back);
    }

    /** How to call behind: news of progress are wanted if the client wants them, and a tool is not called twice. */
    CallOptions options(Method<?, ?> method, Cancellation cancellation, Consumer<ProgressParams> progress) {
        CallOptions options =
                CallOptions.DEFAULT.cancelledBy(cancellation).resending(!method.equals(Methods.CALL_TOOL));
        return call.meta().progressToken() == null ? options : options.onProgress(progress);
    }

    /** Hands on news of progress; of their text what may pass. */
    void progress(ProgressParams news, Revision behind) {
        call.progress(news.progress(), news.total(), news.message() == null ? null : said(news.message(), behind));
    }

    private @Nullable String said(String message, Revision behind) {
        Json params = Json.EMPTY_OBJECT.with("message", Json.of(message));
        Json passed = crossing.heard(Notifications.PROGRESS, params, behind);
        Json text = passed == null ? null : passed.get("message");
        return text == null ? null : text.string();
    }

    /** Hands on a notification that came in the course of the request. */
    void tell(NotificationType<?> type, Json params, Wire back) {
        Json passed = to(back).canTell(type) ? crossing.heard(type, params, back.revision()) : null;
        if (passed != null) {
            call.tell(type, to(back).notification(type, passed));
        }
    }

    /** Hands on a log message, if this request wants messages of that level. */
    void log(Json params, Wire back) {
        LogLevel level = back.decodeNotification(Notifications.MESSAGE, params).level();
        if (call.logLevel().filter(level::reaches).isPresent()) {
            tell(Notifications.MESSAGE, params, back);
        }
    }
}
