package dev.tenon.client.handler;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Root;
import dev.tenon.model.Tool;
import java.util.List;

/**
 * Decides what the application allows (overview, section "Security and Trust &amp; Safety"). The client consults it
 * before it calls a tool, before it forwards a sampling request to the model, and before it discloses anything to the
 * server. Each method runs on the thread of the call or request and may take as long as a person needs. What a server
 * states about itself, including tool annotations, is not verified.
 */
public interface ApprovalPolicy {
    /** Allows everything: only for servers that are as trusted as the application itself. */
    ApprovalPolicy ALLOW_ALL = new ApprovalPolicy() {};

    /**
     * Returns whether this tool may be called with these arguments. A tool that no list contained has only its name
     * set.
     */
    default boolean approveToolCall(Tool tool, Json arguments) {
        return true;
    }

    /** Returns whether this sampling request of the server may be sent to the model. */
    default boolean approveSampling(CreateMessage request) {
        return true;
    }

    /** Returns whether the response of the model may be sent to the server. */
    default boolean approveSampleDisclosure(CreateMessage request, CreateMessageResult result) {
        return true;
    }

    /** Returns whether the values that the user entered may be sent to the server. */
    default boolean approveInputDisclosure(Elicit request, ElicitResult result) {
        return true;
    }

    /** Returns whether these roots may be sent to the server. */
    default boolean approveRootsDisclosure(List<Root> roots) {
        return true;
    }
}
