package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.CallOptions;
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

/** One forwarded request and its response; the package documentation lists the classes of calls. */
public abstract class UpstreamCall implements UpstreamNotificationListener, RawCallback {
    public final Method<?, ?> method;
    private final Json params;
    public final DownstreamCall downstream;
    private final UpstreamConnection upstream;
    public final CallPipeline pipeline;
    /**
     * Whether the client's revision does not define the method. It is then forwarded unchanged, to an upstream of the
     * same era.
     */
    public final boolean isUnknownMethod;

    /**
     * Creates a call that is not sent yet.
     *
     * @param params the params, which have passed the policies
     * @param codec the codec of the client
     */
    public UpstreamCall(Json params, ProtocolCodec codec, UpstreamConnection upstream, CallPipeline pipeline) {
        this.method = pipeline.request().method();
        this.params = params;
        this.downstream = pipeline.downstreamCall(codec);
        this.upstream = upstream;
        this.pipeline = pipeline;
        this.isUnknownMethod = codec.findClientMethod(method.name()) == null;
    }

    public void start() {
        start(pipeline.cancellation(), Json.EMPTY_OBJECT);
    }

    /** Sends the request, with these members added to its params. */
    public void start(Cancellation cancellation, Json extraMembers) {
        CallOptions options = downstream.callOptions(method, cancellation, this::onProgress);
        RawCall call = new RawCall(method, codec -> translateParamsForUpstream(codec, extraMembers), options, this);
        upstream.callAsync(call, this);
    }

    private void onProgress(ProgressParams progress) {
        upstream.onMessageReceived();
        DownstreamCall current = currentDownstream();
        if (current != null) {
            current.sendProgress(progress, upstream.revision());
        }
    }

    private Json translateParamsForUpstream(ProtocolCodec upstreamCodec, Json extraMembers) {
        RevisionTranslator translator = downstream.translatorTo(upstreamCodec);
        boolean isSameEra = translator.isSameEra();
        if (isUnknownMethod && !isSameEra) {
            throw new RpcException(KnownMethods.methodNotFoundError(method.name()));
        }
        Json encoded = isSameEra ? params : translator.translateParams(method, params, downstream.createClientMeta());
        for (Map.Entry<String, Json> member : extraMembers.members().entrySet()) {
            encoded = encoded.withMember(member.getKey(), member.getValue());
        }
        return encoded;
    }

    /** Returns the client's request that currently waits, which receives notifications; null if none does. */
    @Nullable public DownstreamCall currentDownstream() {
        return downstream;
    }

    @Override
    public void onResponse(RawResponse response) {
        pipeline.completeUnlessContinuing(() -> toResult(downstream, response));
    }

    @Override
    public void onFailure(RuntimeException problem) {
        pipeline.completeUnlessContinuing(() -> toResult(downstream, problem));
    }

    /** Returns the result for the client; null if the call continues. */
    @Nullable public Json toResult(DownstreamCall downstream, RawResponse response) {
        return isUnknownMethod
                ? downstream.interceptedCall().filterResult(response)
                : toFilteredClientResult(downstream, response);
    }

    /** Returns the result of a method that the client's revision defines; null if the call continues. */
    abstract @Nullable public Json toFilteredClientResult(DownstreamCall downstream, RawResponse response);

    /** Returns a result instead of a failure, or throws the failure. */
    public Json toResult(DownstreamCall downstream, RuntimeException problem) {
        throw problem;
    }

    /** Forwards a request of the upstream to the client, and blocks until the response arrives. */
    public Json forwardServerRequest(Method<?, ?> method, Json params, ProtocolCodec upstreamCodec) throws Exception {
        throw new RpcException(ErrorCode.METHOD_NOT_FOUND, "The client does not support " + method);
    }

    /** Returns whether the upstream may send requests in the course of this call. */
    public boolean acceptsServerRequests() {
        return method.mayRequireInput();
    }
}
