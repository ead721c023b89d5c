package dev.tenon.guard.shortway;

import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policy;
import dev.tenon.guard.policy.Ruling;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Lets everything pass, and may wait; notes whether it is asked on threads where that must not be. */
final class WaitingPolicy implements Policy {
    final List<Boolean> onLoop = new CopyOnWriteArrayList<>();

    @Override
    public String name() {
        return "waiting";
    }

    @Override
    public Ruling rule(Passage passage) {
        onLoop.add(Ways.isLoop());
        return Ruling.PASS;
    }
}
