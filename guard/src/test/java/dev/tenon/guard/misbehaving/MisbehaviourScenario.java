package dev.tenon.guard.misbehaving;

import dev.tenon.testkit.misbehaviour.MisbehaviourCase;
import dev.tenon.testkit.misbehaviour.ProtocolEra;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One misbehaviour of an upstream server, the policies of its guard, the era of the client, and the result. */
final class MisbehaviourScenario {
    private final MisbehaviourCase testCase;
    private final ProtocolEra clientEra;
    private final boolean hasAllPolicies;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    MisbehaviourScenario(MisbehaviourCase testCase, ProtocolEra clientEra, boolean hasAllPolicies) {
        this.testCase = testCase;
        this.clientEra = clientEra;
        this.hasAllPolicies = hasAllPolicies;
    }

    MisbehaviourCase testCase() {
        return testCase;
    }

    ProtocolEra clientEra() {
        return clientEra;
    }

    /** Returns whether the guard has every policy, pins and the audit. */
    boolean hasAllPolicies() {
        return hasAllPolicies;
    }

    /** Returns whether a call can name the misbehaviour, so that one server can show several. */
    boolean canShareServer() {
        return testCase.misbehaviour().trigger().canNameMisbehaviour();
    }

    /** Returns a key; scenarios with the same key can use the same server, guard and client. */
    String groupKey() {
        return testCase.era() + " " + testCase.http() + " " + clientEra + " " + testCase.isSlow() + " "
                + hasAllPolicies;
    }

    void succeed() {
        ended.complete(null);
    }

    void fail(Throwable cause) {
        ended.completeExceptionally(cause);
    }

    /** Waits for the end, and throws the failure. */
    void await() throws Throwable {
        try {
            ended.get(4, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw e.getCause();
        } catch (TimeoutException e) {
            throw new AssertionError(this + " has not ended", e);
        }
    }

    /** Waits for the end, and ignores a failure. */
    void awaitEnd() {
        try {
            ended.orTimeout(4, TimeUnit.MINUTES).join();
        } catch (CompletionException e) {
            // Another test reports it.
        }
    }

    @Override
    public String toString() {
        return testCase + " before a " + (clientEra == ProtocolEra.LEGACY ? "session" : "client without session")
                + (hasAllPolicies ? ", everything on" : "");
    }
}
