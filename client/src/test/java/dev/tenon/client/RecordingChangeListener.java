package dev.tenon.client;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Records changes of tools and updates of resources. */
final class RecordingChangeListener implements ClientListener {
    /** {@code tools}, or the URI of a resource. */
    final BlockingQueue<String> notifications = new LinkedBlockingQueue<>();

    @Override
    public void onToolsChanged() {
        notifications.add("tools");
    }

    @Override
    public void onResourceUpdated(String uri) {
        notifications.add(uri);
    }
}
