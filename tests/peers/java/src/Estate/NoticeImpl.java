package Estate;

public class NoticeImpl extends Notice {
  public NoticeImpl() {
  }

  public NoticeImpl(String words, Describable next) {
    this.words = words;
    this.next = next;
  }

  public String describe() {
    return words;
  }

  public int depth() {
    return next == null ? 0 : 1 + next.depth();
  }

  public Describable after(Describable given) {
    next = given;
    return this;
  }
}
