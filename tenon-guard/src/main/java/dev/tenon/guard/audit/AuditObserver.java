package dev.tenon.guard.audit;

import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.watch.CallWatch;
import dev.tenon.guard.watch.Ended;
import dev.tenon.guard.watch.Exchange;
import dev.tenon.guard.watch.GuardObserver;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes every exchange to the audit file before it is answered. While the file cannot be written and calls must not go unaudited,
 * they are refused with -32603.
 */
public final class AuditObserver implements GuardObserver {
    private static final Logger LOG = LoggerFactory.getLogger(AuditObserver.class);

    private final AuditLog log;
    private final AuditContent parameters;
    private final AuditContent results;

    /**
     * An observer that writes to that file.
     *
     * @param parameters what is kept of params
     * @param results what is kept of results and errors
     */
    public AuditObserver(AuditLog log, AuditContent parameters, AuditContent results) {
        this.log = log;
        this.parameters = parameters;
        this.results = results;
    }

    @Override
    public boolean blocksOnlyAtEnd() {
        return log.isSound();
    }

    @Override
    public CallWatch begun(Exchange exchange) {
        if (!log.ready()) {
            throw unaudited();
        }
        return how -> ended(exchange, how);
    }

    private void ended(Exchange exchange, Ended how) {
        Passage request = exchange.request();
        try {
            log.append(new AuditEntry(
                    exchange.begun(),
                    request.caller().name(),
                    request.upstream(),
                    request.method(),
                    request.name(),
                    parameters.of(request.body()),
                    results.of(how.answer()),
                    how.verdict(),
                    how.reports(),
                    how.guard(),
                    how.behind()));
        } catch (AuditException e) {
            LOG.debug("An exchange is not answered, as it could not be audited", e);
            throw unaudited();
        }
    }

    private static RpcException unaudited() {
        return new RpcException(
                ErrorCode.INTERNAL_ERROR, "This guard cannot write its audit file now; try again later");
    }
}
