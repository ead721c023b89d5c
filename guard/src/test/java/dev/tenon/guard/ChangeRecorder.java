package dev.tenon.guard;

import dev.tenon.client.ClientListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Records the change notifications of a client: the name of a list, or the URI of a resource. */
public final class ChangeRecorder implements ClientListener {
    private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();

    @Override
    public void onToolsChanged() {
        changes.add("tools");
    }

    @Override
    public void onPromptsChanged() {
        changes.add("prompts");
    }

    @Override
    public void onResourcesChanged() {
        changes.add("resources");
    }

    @Override
    public void onResourceUpdated(String uri) {
        changes.add(uri);
    }

    /** Returns the next change; null after the timeout. */
    public @Nullable String poll(long timeout, TimeUnit unit) throws InterruptedException {
        return changes.poll(timeout, unit);
    }

    /** Returns the next changes; "null" for each that does not arrive within 30 s. */
    public List<String> awaitChanges(int count) throws InterruptedException {
        List<String> next = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            next.add(String.valueOf(changes.poll(30, TimeUnit.SECONDS)));
        }
        return next;
    }
}
