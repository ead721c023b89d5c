package dev.tenon.guard.nonblocking;

import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Allows every message, and may block. Records whether the guard evaluates it on threads that must not block. */
final class BlockingPolicy implements GuardPolicy {
    final List<Boolean> evaluatedOnIoThread = new CopyOnWriteArrayList<>();

    @Override
    public String name() {
        return "blocking";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage message) {
        evaluatedOnIoThread.add(CallThreadRecorder.isIoThread());
        return PolicyDecision.ALLOW;
    }
}
