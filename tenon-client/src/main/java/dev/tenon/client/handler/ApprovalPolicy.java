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
 * The host's consent (overview, section "Security and Trust &amp; Safety"): asked before a tool is called, before a
 * model is asked for the server, and before anything is disclosed to it. Each method may take the time that a person
 * needs, and is called on the thread of the call, or of the question. What a server says about itself, annotations of
 * tools too, is only its word.
 */
public interface ApprovalPolicy {
    /** Lets everything happen: for servers that are trusted as the program itself. */
    ApprovalPolicy ALLOW_ALL = new ApprovalPolicy() {};

    /** May this tool be called, with these arguments? A tool that was in no list has its name and nothing else. */
    default boolean approveToolCall(Tool tool, Json arguments) {
        return true;
    }

    /** May the model be asked this for the server? */
    default boolean approveSampling(CreateMessage request) {
        return true;
    }

    /** May the server see what the model answered? */
    default boolean approveSampleDisclosure(CreateMessage request, CreateMessageResult result) {
        return true;
    }

    /** May the server have what the user entered? */
    default boolean approveInputDisclosure(Elicit request, ElicitResult result) {
        return true;
    }

    /** May the server see these roots? */
    default boolean approveRootsDisclosure(List<Root> roots) {
        return true;
    }
}
