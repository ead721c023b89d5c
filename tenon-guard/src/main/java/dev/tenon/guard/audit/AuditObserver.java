package dev.tenon.guard.audit;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.FatalErrors;
import dev.tenon.concurrent.LogLimit;
import dev.tenon.guard.audit.CallJournal.CallRecord;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Report;
import dev.tenon.guard.watch.AsyncCallWatch;
import dev.tenon.guard.watch.CallWatch;
import dev.tenon.guard.watch.Ended;
import dev.tenon.guard.watch.Exchange;
import dev.tenon.guard.watch.GuardObserver;
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
 * Writes every exchange to the audit file before it is answered. While the file cannot be written and calls must not go unaudited,
 * they are refused with -32603.
 *
 * @param log where it writes
 * @param parameters what is kept of params
 * @param results what is kept of results and errors
 */
public record AuditObserver(AuditLog log, AuditContent parameters, AuditContent results) implements GuardObserver {
    private static final Logger LOG = LoggerFactory.getLogger(AuditObserver.class);
    private static final LogLimit WITHOUT_CONTENT = new LogLimit(1, Duration.ofSeconds(1));

    /** An answer is held back until its line is written, without a thread that waits. */
    @Override
    public boolean neverBlocks() {
        return true;
    }

    @Override
    public CallWatch begun(Exchange exchange) {
        Passage request = exchange.request();
        AuditEntry entry = new AuditEntry(
                exchange.begun(),
                request.caller().name(),
                parameters.text(request.upstream()),
                request.method(),
                request.name() == null ? null : parameters.text(request.name()));
        try {
            return new AuditedCall(request.body(), entry, log.begin(entry.note()));
        } catch (AuditException e) {
            throw unaudited(e);
        }
    }

    private RpcException unaudited(AuditException problem) {
        LOG.debug("An exchange is refused or not answered, as it cannot be audited", problem);
        return new RpcException(
                ErrorCode.INTERNAL_ERROR,
                log.ready()
                        ? "More calls are under way than this guard's audit notes, which is 4 times limits.callsInFlight; try"
                                + " again later"
                        : "This guard cannot write its audit file now; try again later");
    }

    /** One exchange. */
    private final class AuditedCall implements AsyncCallWatch {
        private final Json params;
        private final AuditEntry entry;
        private final @Nullable CallRecord record;

        AuditedCall(Json params, AuditEntry entry, @Nullable CallRecord record) {
            this.params = params;
            this.entry = entry;
            this.record = record;
        }

        @Override
        public void ended(Ended how, Consumer<@Nullable RpcException> answer) {
            boolean isAnswered = how.result() != null || how.error() != null;
            log.append(line(how), record, problem -> {
                if (isAnswered) {
                    answer.accept(problem == null ? null : unaudited(problem));
                }
            });
            if (!isAnswered) {
                answer.accept(null);
            }
        }

        /** The line; a large one is made by the thread that writes, as this one may have others to serve. */
        private Supplier<byte[]> line(Ended how) {
            Json result = how.result();
            int bytes = params.size() + (result == null ? 0 : result.size());
            if (bytes > ExecutionContext.MAX_INLINE_BYTES) {
                return () -> bytes(how);
            }
            byte[] made = bytes(how);
            return () -> made;
        }

        /** The line without what chains it. When it cannot be made, or read afterwards, it is one without content, which says why. */
        private byte[] bytes(Ended how) {
            String why;
            try {
                List<Report> reports = how.reports().stream()
                        .map(parameters.stricter(results)::finding)
                        .toList();
                byte[] line = entry.toBytes(parameters.of(params), results.of(how.answer()), reports, how);
                if (line.length <= ChainEntry.MOST_MEMBERS_BYTES) {
                    return line;
                }
                why = "the line would have " + line.length + " bytes";
            } catch (RuntimeException | Error e) {
                FatalErrors.rethrow(e);
                why = e.getClass().getName(); // Its message may hold what must not be kept.
            }
            long unlogged = WITHOUT_CONTENT.admit();
            if (unlogged >= 0) {
                LOG.error("A call is audited without its content: {}; {} more not logged", why, unlogged);
            }
            return entry.withoutContent(how, why);
        }
    }
}
