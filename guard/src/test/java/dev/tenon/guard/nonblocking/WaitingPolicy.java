package dev.tenon.guard.nonblocking;

import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Lets everything pass, and may wait; notes whether it is asked on threads where that must not be. */
final class WaitingPolicy implements GuardPolicy {
    final List<Boolean> onLoop = new CopyOnWriteArrayList<>();

    @Override
    public String name() {
        return "waiting";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage passage) {
        onLoop.add(Ways.isLoop());
        return PolicyDecision.ALLOW;
    }
}
