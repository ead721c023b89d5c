package dev.tenon.guard.internal;

import dev.tenon.client.Cancellation;
import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.client.WireEnd;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.ProgressParams;
import dev.tenon.wire.KnownMethods;
import dev.tenon.wire.Wire;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request on its way to its upstream, and the answer on its way back: see the table of the package. */
abstract class ForwardedCall implements Ear, WireEnd {
    final Method<?, ?> method;
    private final Json params;
    final Front front;
    private final Upstream upstream;
    final FilteredCall completion;
    /** Whether the revision of the client does not have the method, which goes to an upstream of the same era as it is. */
    final boolean isUnknownMethod;

    /** {@code params} are those that may pass. */
    ForwardedCall(Json params, Front front, Upstream upstream, FilteredCall completion) {
        this.method = completion.method();
        this.params = params;
        this.front = front;
        this.upstream = upstream;
        this.completion = completion;
        this.isUnknownMethod = front.wire().clientMethod(method.name()) == null;
    }

    void begin() {
        begin(completion.cancellation(), Json.EMPTY_OBJECT);
    }

    /** Sends the request, with these members beside its params. */
    void begin(Cancellation cancellation, Json more) {
        WireCall call = new WireCall(
                method, back -> written(back, more), front.options(method, cancellation, this::progress), this);
        upstream.begin(call, this);
    }

    private void progress(ProgressParams news) {
        upstream.heard();
        Front waiting = current();
        if (waiting != null) {
            waiting.progress(news, upstream.revision());
        }
    }

    private Json written(Wire back, Json more) {
        if (isUnknownMethod) {
            if (!front.to(back).oneEra()) {
                throw new RpcException(KnownMethods.notFound(method.name()));
            }
            return params;
        }
        Json written = front.to(back).params(method, params, front.about());
        for (Map.Entry<String, Json> member : more.members().entrySet()) {
            written = written.with(member.getKey(), member.getValue());
        }
        return written;
    }

    /** The request of the client that waits now, for what the upstream says meanwhile; null when there is none. */
    @Nullable Front current() {
        return front;
    }

    @Override
    public void answered(WireAnswer answer) {
        completion.complete(() -> result(front, answer));
    }

    @Override
    public void failed(RuntimeException why) {
        completion.complete(() -> result(front, why));
    }

    /** The result for a request of the client, in its words; null when it goes on. */
    @Nullable Json result(Front asking, WireAnswer answer) {
        return isUnknownMethod ? asking.crossing().back(answer) : known(asking, answer);
    }

    /** The result of a method that the revision of the client has. */
    abstract @Nullable Json known(Front asking, WireAnswer answer);

    /** The result in place of a failure; else throws it. */
    Json result(Front asking, RuntimeException why) {
        throw why;
    }

    /** Answers a question of the upstream, and waits for that as long as it takes. */
    Json asked(Method<?, ?> question, Json asked, Wire back) throws Exception {
        throw new RpcException(ErrorCode.METHOD_NOT_FOUND, "The client cannot be asked " + question);
    }

    /** Whether it is one of those that upstreams ask something for. */
    boolean mayBeAsked() {
        return method.mayRequireInput();
    }
}
