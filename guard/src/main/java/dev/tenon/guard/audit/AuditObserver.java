package dev.tenon.guard.audit;

import dev.tenon.guard.audit.CallJournal.CallRecord;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.DelayingCallObserver;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes every call to the audit file before its response is sent. While the file cannot be written and calls must be
 * audited, they are rejected with -32603.
 *
 * @param log the audit log
 * @param parameters redacts params
 * @param results redacts results and errors
 */
public record AuditObserver(AuditLog log, AuditRedactor parameters, AuditRedactor results) implements GuardObserver {
    private static final Logger LOG = LoggerFactory.getLogger(AuditObserver.class);
    private static final LogRateLimiter WITHOUT_CONTENT = new LogRateLimiter(1, Duration.ofSeconds(1));

    /** Returns true, as responses are delayed until their lines are written without blocking a thread. */
    @Override
    public boolean isNonBlocking() {
        return true;
    }

    @Override
    public SingleCallObserver onCallStart(CallStart call) {
        PolicyMessage request = call.request();
        Json params = request.body();
        String upstream = parameters.redactName(request.upstream());
        String target = request.targetName() == null ? null : parameters.redactName(request.targetName());
        var entry = new AuditEntry(call.startedAt(), request.caller().name(), upstream, request.method(), target);
        try {
            CallRecord record = log.recordCallStart(entry.toJournalNote());
            DelayingCallObserver observer =
                    (end, onReady) -> onCallEnd(record, toLineSupplier(entry, params, end), end, onReady);
            return observer;
        } catch (AuditException e) {
            throw auditError(e);
        }
    }

    private RpcException auditError(AuditException problem) {
        LOG.debug("Call rejected because it cannot be audited", problem);
        return new RpcException(
                ErrorCode.INTERNAL_ERROR,
                log.canStartCalls()
                        ? "Too many calls in progress for the audit (limit: 4 times limits.callsInFlight); try again later"
                        : "This guard cannot write its audit file now; try again later");
    }

    private void onCallEnd(
            @Nullable CallRecord record, Supplier<byte[]> line, CallEnd end, Consumer<@Nullable RpcException> onReady) {
        boolean hasResponse = end.result() != null || end.error() != null;
        log.appendCall(line, record, problem -> {
            if (hasResponse) {
                onReady.accept(problem == null ? null : auditError(problem));
            }
        });
        if (!hasResponse) {
            onReady.accept(null);
        }
    }

    /**
     * Returns the supplier of the line. A large line is encoded by the writer thread, as this one may be an event
     * loop.
     */
    private Supplier<byte[]> toLineSupplier(AuditEntry entry, Json params, CallEnd end) {
        Json result = end.result();
        int bytes = params.sizeInBytes() + (result == null ? 0 : result.sizeInBytes());
        if (bytes > ThreadBlockingContext.MAX_INLINE_BYTES) {
            return () -> encodeLineOrOmitContent(entry, params, end);
        }
        byte[] encoded = encodeLineOrOmitContent(entry, params, end);
        return () -> encoded;
    }

    /**
     * Encodes the line without its chain members. If that fails or the line is too long, its content is omitted,
     * with the reason.
     */
    private byte[] encodeLineOrOmitContent(AuditEntry entry, Json params, CallEnd end) {
        String reason;
        try {
            List<FindingReport> reports = end.reports().stream()
                    .map(parameters.stricter(results)::redactFinding)
                    .toList();
            byte[] line = entry.toBytes(parameters.redact(params), results.redact(end.response()), reports, end);
            if (line.length <= ChainEntry.MAX_MEMBERS_BYTES) {
                return line;
            }
            reason = "the line would have " + line.length + " bytes";
        } catch (RuntimeException | Error e) {
            FatalErrors.rethrowIfFatal(e);
            reason = e.getClass().getName(); // Its message may contain secrets.
        }
        long suppressed = WITHOUT_CONTENT.admitAndTakeSuppressed();
        if (suppressed >= 0) {
            LOG.error("Call audited without content: cause={}, suppressed={}", reason, suppressed);
        }
        return entry.toBytesWithoutContent(end, reason);
    }
}
