package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.SubscriptionFilter;

/** Which notifications a subscription is for: what is not asked for is left out. */
final class SubscriptionFilterCodec {
    private SubscriptionFilterCodec() {}

    static void write(JsonWriter out, SubscriptionFilter it) {
        out.name("notifications").object();
        Write.ifTrue(out, "toolsListChanged", it.toolsListChanged());
        Write.ifTrue(out, "promptsListChanged", it.promptsListChanged());
        Write.ifTrue(out, "resourcesListChanged", it.resourcesListChanged());
        Write.textsIfAny(out, "resourceSubscriptions", it.resourceSubscriptions());
        out.endObject();
    }

    static SubscriptionFilter read(Fields in) {
        return new SubscriptionFilter(
                in.flag("toolsListChanged"),
                in.flag("promptsListChanged"),
                in.flag("resourcesListChanged"),
                in.textsOrEmpty("resourceSubscriptions"));
    }
}
