package dev.tenon.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Takes the answer to a request of {@link LoopHttp}, on its event loop, and must not wait. After {@link #isUsual} one of the other
 * methods is called, once; {@link #failed} also when there was no head.
 */
public interface LoopAnswer {
    /** The head has come: whether its body is wanted as a whole, as long as it is not too large. */
    boolean isUsual(Head head);

    /** A usual answer, which is complete. The array belongs to the receiver. */
    void whole(Head head, byte[] body);

    /**
     * Any other answer, of which more may come.
     *
     * @param body is read on another thread, which may wait for it, and closed there; it holds back what is not read
     */
    void begun(Head head, InputStream body);

    /**
     * No answer, or not all of a usual one, will come.
     *
     * @param why a {@link java.net.ConnectException} when nothing was sent
     */
    void failed(IOException why);

    /**
     * The head of an answer.
     *
     * @param all every header, names as they were sent
     */
    record Head(int status, Headers headers, Supplier<Map<String, List<String>>> all) {}
}
