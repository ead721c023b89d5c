package dev.tenon.guard.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.McpClientException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.client.WireAnswer;
import dev.tenon.guard.policy.Direction;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Refusal;
import dev.tenon.guard.policy.Report;
import dev.tenon.guard.policy.Verdict;
import dev.tenon.guard.watch.CallVerdict;
import dev.tenon.guard.watch.CallWatch;
import dev.tenon.guard.watch.Ended;
import dev.tenon.guard.watch.ErrorObject;
import dev.tenon.guard.watch.Exchange;
import dev.tenon.guard.watch.Failure;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import dev.tenon.wire.Wire;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One exchange at the checkpoint: a request on its way there, in the words of whoever asks, and its answer on the way back, in
 * those of the other side. It has the policies that were in force when it began.
 */
final class Crossing {
    private final Checkpoint checkpoint;
    private final Policies policies;
    private final Method<?, ?> method;
    private final CallWatch watch;
    private final long begun = System.nanoTime();
    private final List<Report> reports = new CopyOnWriteArrayList<>();
    private Passage passage;
    private boolean refused;
    private boolean away;
    private long left;
    private long behind;
    private @Nullable Revision spokenBehind;
    private @Nullable Failure failure;

    /**
     * It comes to the checkpoint, and is judged by these policies.
     *
     * @throws RpcException when it cannot be observed as it must be
     */
    Crossing(Checkpoint checkpoint, Policies policies, Exchange exchange, Method<?, ?> method) {
        this.checkpoint = checkpoint;
        this.policies = policies;
        this.passage = exchange.request();
        this.method = method;
        this.watch = checkpoint.observer().begun(exchange);
    }

    Policies policies() {
        return policies;
    }

    /** The tool that is called, when the policies need its definition; else null. */
    @Nullable String tool() {
        return policies != Policies.NONE && method.equals(Methods.CALL_TOOL) ? passage.name() : null;
    }

    /**
     * The params that may go on.
     *
     * @param definition what the server says of the tool that is called, or null
     * @throws Answered when it is answered here
     * @throws RpcException when it is refused
     */
    Json there(@Nullable Json definition) {
        passage = passage.about(passage.name(), definition);
        Json params = watch.leaving(allowed(passage));
        leaves();
        return params;
    }

    /** It is sent, maybe once more. */
    void leaves() {
        left = System.nanoTime();
        away = true;
    }

    private void returned() {
        if (away) {
            behind += System.nanoTime() - left;
            away = false;
        }
    }

    /** The result that may go on; see {@link #back(Json, Revision)}. */
    Json back(WireAnswer answer) {
        return back(answer.result(), answer.wire().revision());
    }

    /**
     * The result that may go on.
     *
     * @throws Answered when something else is answered
     * @throws RpcException when it is refused
     */
    Json back(Json result, Revision revision) {
        returned();
        spokenBehind = revision;
        return allowed(passage.result(result).withRevision(revision));
    }

    /** What the client is told of trouble behind; errors in the words of the server pass the policies as results do. */
    Settled trouble(McpClientException problem, RpcException told) {
        returned();
        failure = Failure.of(problem);
        if (!(problem instanceof ServerErrorException)) {
            CallVerdict verdict = problem instanceof BadAnswerException ? CallVerdict.ERROR : CallVerdict.UNANSWERED;
            return Settled.error(verdict, told);
        }
        try {
            Json error = allowed(passage.error(ErrorObject.of(told.error())));
            return Settled.error(CallVerdict.ERROR, new RpcException(Errors.of(error)));
        } catch (RpcException e) {
            return Settled.error(CallVerdict.REFUSED, e);
        } catch (Answered e) {
            return Settled.result(CallVerdict.REFUSED, e.result());
        }
    }

    private Json allowed(Passage now) {
        Verdict verdict = policies.apply(now);
        reports.addAll(verdict.reports());
        if (verdict.refusal() != null) {
            refused = true;
            throw refused(verdict.refusal());
        }
        return verdict.passage().body();
    }

    private RuntimeException refused(Refusal refusal) {
        if (!(refusal instanceof Refusal.ToolError told) || !method.equals(Methods.CALL_TOOL)) {
            return Errors.refused(refusal);
        }
        CallToolResult result = CallToolResult.error(told.text());
        return new Answered(Wire.of(passage.revision(), null).encodeResult(method, result));
    }

    /** A question that the server asks in the course of this. */
    Crossing question(Method<?, ?> asked, Json params, Revision revision) {
        return checkpoint.question(passage.caller(), asked, params, revision);
    }

    /** The params of a notification that the server sends in the course of this, or null when it may not go on. */
    @Nullable Json heard(NotificationType<?> type, Json params, Revision revision) {
        return checkpoint.heard(Direction.TO_CLIENT, passage.caller(), type, params, revision);
    }

    /** What became of it, when it is answered by a result. */
    CallVerdict verdict() {
        boolean changed =
                !reports.isEmpty() && reports.stream().anyMatch(report -> report.outcome() == Report.Outcome.CHANGED);
        return refused ? CallVerdict.REFUSED : changed ? CallVerdict.CHANGED : CallVerdict.PASSED;
    }

    /** What became of it, when it is answered by an error. */
    CallVerdict verdictOfError() {
        return refused ? CallVerdict.REFUSED : CallVerdict.ERROR;
    }

    /**
     * It is over, and this answers it.
     *
     * @throws RpcException to answer with that error instead
     */
    void ended(Settled settled) {
        RpcException error = settled.error();
        watch.ended(how(settled.verdict(), settled.result(), error == null ? null : error.error()));
    }

    /** Like {@link #ended(Settled)}, and tells the error to answer instead, or null, once the answer may be sent. */
    void ended(Settled settled, Consumer<@Nullable RpcException> answer) {
        RpcException error = settled.error();
        watch.ended(how(settled.verdict(), settled.result(), error == null ? null : error.error()), answer);
    }

    /** It is over, and nothing answers it. */
    void unanswered(Throwable why) {
        failure = Failure.of(why);
        watch.ended(how(CallVerdict.UNANSWERED, null, null), instead -> {});
    }

    private Ended how(CallVerdict verdict, @Nullable Json result, @Nullable RpcError error) {
        returned();
        Duration time = Duration.ofNanos(System.nanoTime() - begun);
        return new Ended(verdict, reports, result, error, spokenBehind, time, Duration.ofNanos(behind), failure);
    }

    /** Leaves the way to the server behind with an answer for the client. */
    static final class Answered extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Json result;

        Answered(Json result) {
            super("answered by the guard", null, false, false);
            this.result = result;
        }

        Json result() {
            return result;
        }
    }
}
