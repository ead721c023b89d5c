package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.Cancellation;
import dev.tenon.client.RawCall;
import dev.tenon.client.RawCallback;
import dev.tenon.client.RawResponse;
import dev.tenon.codec.KnownMethods;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.ProgressParams;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request on its way to its upstream, and the answer on its way back: see the table of the package. */
public abstract class UpstreamCall implements UpstreamNotificationListener, RawCallback {
    public final Method<?, ?> method;
    private final Json params;
    public final DownstreamContext downstream;
    private final UpstreamConnection upstream;
    public final CallPipeline pipeline;
    /**
     * Whether the revision of the client does not have the method, which goes to an upstream of the same era as it is.
     */
    public final boolean isUnknownMethod;

    /** {@code params} are those that may pass. */
    public UpstreamCall(Json params, DownstreamContext front, UpstreamConnection upstream, CallPipeline completion) {
        this.method = completion.method();
        this.params = params;
        this.downstream = front;
        this.upstream = upstream;
        this.pipeline = completion;
        this.isUnknownMethod = front.codec().findClientMethod(method.name()) == null;
    }

    public void start() {
        start(pipeline.cancellation(), Json.EMPTY_OBJECT);
    }

    /** Sends the request, with these members beside its params. */
    public void start(Cancellation cancellation, Json more) {
        RawCall call = new RawCall(
                method,
                back -> encodeParams(back, more),
                downstream.callOptions(method, cancellation, this::onProgress),
                this);
        upstream.callAsync(call, this);
    }

    private void onProgress(ProgressParams news) {
        upstream.onMessageReceived();
        DownstreamContext waiting = currentDownstream();
        if (waiting != null) {
            waiting.sendProgress(news, upstream.revision());
        }
    }

    private Json encodeParams(ProtocolCodec back, Json more) {
        if (isUnknownMethod) {
            if (!downstream.translatorTo(back).isSameEra()) {
                throw new RpcException(KnownMethods.methodNotFoundError(method.name()));
            }
            return params;
        }
        Json written = downstream.translatorTo(back).translateParams(method, params, downstream.requestMeta());
        for (Map.Entry<String, Json> member : more.members().entrySet()) {
            written = written.withMember(member.getKey(), member.getValue());
        }
        return written;
    }

    /** The request of the client that waits now, for what the upstream says meanwhile; null when there is none. */
    @Nullable public DownstreamContext currentDownstream() {
        return downstream;
    }

    @Override
    public void onResponse(RawResponse answer) {
        pipeline.complete(() -> toResult(downstream, answer));
    }

    @Override
    public void onFailure(RuntimeException why) {
        pipeline.complete(() -> toResult(downstream, why));
    }

    /** The result for a request of the client, in its words; null when it goes on. */
    @Nullable public Json toResult(DownstreamContext asking, RawResponse answer) {
        return isUnknownMethod ? asking.interceptedCall().filterResponse(answer) : toKnownMethodResult(asking, answer);
    }

    /** The result of a method that the revision of the client has. */
    abstract @Nullable public Json toKnownMethodResult(DownstreamContext asking, RawResponse answer);

    /** The result in place of a failure; else throws it. */
    public Json toResult(DownstreamContext asking, RuntimeException why) {
        throw why;
    }

    /** Answers a question of the upstream, and waits for that as long as it takes. */
    public Json handleRequest(Method<?, ?> question, Json asked, ProtocolCodec back) throws Exception {
        throw new RpcException(ErrorCode.METHOD_NOT_FOUND, "The client cannot be asked " + question);
    }

    /** Whether it is one of those that upstreams ask something for. */
    public boolean acceptsRequests() {
        return method.mayRequireInput();
    }
}
