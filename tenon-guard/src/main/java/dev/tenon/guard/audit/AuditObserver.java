package dev.tenon.guard.audit;

import dev.tenon.guard.audit.CallJournal.CallRecord;
import dev.tenon.guard.observer.AsyncCallObserver;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallObserver;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.ObservedCall;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.internal.concurrent.LogRateLimiter;
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
 * Writes every exchange to the audit file before it is answered. While the file cannot be written and calls must not go
 * unaudited, they are refused with -32603.
 *
 * @param log where it writes
 * @param parameters what is kept of params
 * @param results what is kept of results and errors
 */
public record AuditObserver(AuditLog log, AuditRedactor parameters, AuditRedactor results) implements GuardObserver {
    private static final Logger LOG = LoggerFactory.getLogger(AuditObserver.class);
    private static final LogRateLimiter WITHOUT_CONTENT = new LogRateLimiter(1, Duration.ofSeconds(1));

    /** An answer is held back until its line is written, without a thread that waits. */
    @Override
    public boolean isNonBlocking() {
        return true;
    }

    @Override
    public CallObserver onCallStart(ObservedCall exchange) {
        PolicyMessage request = exchange.request();
        AuditEntry entry = new AuditEntry(
                exchange.startedAt(),
                request.caller().name(),
                parameters.redactName(request.upstream()),
                request.method(),
                request.targetName() == null ? null : parameters.redactName(request.targetName()));
        try {
            return new AuditCallObserver(request.body(), entry, log.recordCall(entry.toJournalNote()));
        } catch (AuditException e) {
            throw auditError(e);
        }
    }

    private RpcException auditError(AuditException problem) {
        LOG.debug("An exchange is refused or not answered, as it cannot be audited", problem);
        return new RpcException(
                ErrorCode.INTERNAL_ERROR,
                log.isReady()
                        ? "More calls are under way than this guard's audit notes, which is 4 times limits.callsInFlight; try"
                                + " again later"
                        : "This guard cannot write its audit file now; try again later");
    }

    /** One exchange. */
    private final class AuditCallObserver implements AsyncCallObserver {
        private final Json params;
        private final AuditEntry entry;
        private final @Nullable CallRecord record;

        AuditCallObserver(Json params, AuditEntry entry, @Nullable CallRecord record) {
            this.params = params;
            this.entry = entry;
            this.record = record;
        }

        @Override
        public void onEnd(CallEnd how, Consumer<@Nullable RpcException> answer) {
            boolean isAnswered = how.result() != null || how.error() != null;
            log.appendCall(lineSupplier(how), record, problem -> {
                if (isAnswered) {
                    answer.accept(problem == null ? null : auditError(problem));
                }
            });
            if (!isAnswered) {
                answer.accept(null);
            }
        }

        /** The line; a large one is made by the thread that writes, as this one may have others to serve. */
        private Supplier<byte[]> lineSupplier(CallEnd how) {
            Json result = how.result();
            int bytes = params.sizeInBytes() + (result == null ? 0 : result.sizeInBytes());
            if (bytes > ExecutionContext.MAX_INLINE_BYTES) {
                return () -> encodeLine(how);
            }
            byte[] made = encodeLine(how);
            return () -> made;
        }

        /**
         * The line without what chains it. When it cannot be made, or read afterwards, it is one without content, which
         * says why.
         */
        private byte[] encodeLine(CallEnd how) {
            String why;
            try {
                List<FindingReport> reports = how.reports().stream()
                        .map(parameters.stricter(results)::redactFinding)
                        .toList();
                byte[] line = entry.toBytes(parameters.redact(params), results.redact(how.response()), reports, how);
                if (line.length <= ChainEntry.MAX_MEMBERS_BYTES) {
                    return line;
                }
                why = "the line would have " + line.length + " bytes";
            } catch (RuntimeException | Error e) {
                FatalErrors.rethrowIfFatal(e);
                why = e.getClass().getName(); // Its message may hold what must not be kept.
            }
            long unlogged = WITHOUT_CONTENT.tryAdmit();
            if (unlogged >= 0) {
                LOG.error("A call is audited without its content: {}; {} more not logged", why, unlogged);
            }
            return entry.toBytesWithoutContent(how, why);
        }
    }
}
